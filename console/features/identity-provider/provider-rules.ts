// Checks of a new identity provider. A typo would stay: SAML providers cannot be changed or deleted.

export const webUrl = {
  validate: (text: string) =>
    (/^https?:\/\//.test(text) && URL.canParse(text)) || 'Must be a URL that begins with https:// or http://',
}

export const emailAddress = {
  validate: (text: string) => /^[^\s@]+@[^\s@]+$/.test(text) || 'Must be an email address',
}
