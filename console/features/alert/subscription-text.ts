// Subscriptions in words, for tables.

export const subscriptionText = (subscriptions: readonly string[]) =>
  subscriptions.includes('**') ? 'All alerts' : subscriptions.join(', ') || 'None'
