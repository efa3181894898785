// What secrets are sealed for. A secret sealed for one purpose cannot be opened for another.
export const SECRET_PURPOSE = 'webhook-secret'
export const PASSWORD_PURPOSE = 'smtp-password'
