// The server that sends e-mail. An addition of ours.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { MAX_HOSTNAME_LENGTH } from './limits.ts'
import { email, maybe, timestamp, uint16 } from './values.ts'

/** TLS from the first byte, or a plain connection that must be upgraded before anything is sent. */
export const SmtpSecurity = z.enum(['tls', 'starttls'])

const common = {
  /** A name or an address. */
  host: z.string().min(1).max(MAX_HOSTNAME_LENGTH),
  port: uint16,
  security: SmtpSecurity,
  /** Null if the server requires no login. */
  username: maybe(z.string().max(256)),
  from_address: email,
}

export const SmtpSettings = z.object({
  ...common,
  /** The password itself is never returned. */
  has_password: z.boolean(),
  time_modified: timestamp,
})
/** Null until e-mail is set up. */
export const SmtpSettingsView = z.object({ settings: maybe(SmtpSettings) })
/** A null password keeps the current one, unless the host or port changes. */
export const SmtpSettingsUpdate = z.object({ ...common, password: maybe(z.string().max(512)) })
export const SmtpTestResult = z.object({
  /** Null if the server accepted the e-mail. */
  problem: maybe(z.string()),
})

export const smtpSettings = {
  smtp_settings_view: { status: 200, answer: SmtpSettingsView },
  smtp_settings_update: { body: SmtpSettingsUpdate, status: 200, answer: SmtpSettings },
  smtp_settings_delete: { status: 204 },
  smtp_settings_test: { body: z.object({ address: email }), status: 200, answer: SmtpTestResult },
} satisfies Operations<'smtp_settings'>
