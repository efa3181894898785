// The columns that keep sealed secrets until somebody changes them. Those of sessions and of logins under way end by themselves,
// and nothing opens the private keys of certificates.
import { purposeOf } from '../frame/sealer.ts'

export interface SealedColumn {
  table: string
  column: string
  /** The column that the purpose names. */
  id: string
  purpose(id: string): string
  /** What an operator calls them. */
  one: string
  several: string
}

const sealed = (name: string, one: string, several = `${one}s`, id = 'id'): SealedColumn => {
  const [table = '', column = ''] = name.split('.')
  return { table, column, id, one, several, purpose: (key) => purposeOf(name, key) }
}

export const sealedColumns: readonly SealedColumn[] = [
  sealed('smtp_settings.password', 'SMTP password'),
  sealed('webhook_secret.secret', 'webhook secret'),
  sealed(
    'oidc_provider.client_secret',
    'client secret of an OpenID Connect provider',
    'client secrets of OpenID Connect providers',
  ),
  sealed('saml_identity_provider.private_key', 'private key of a SAML provider', 'private keys of SAML providers'),
  sealed('backup_repository.key', 'key of a backup repository', 'keys of backup repositories'),
  sealed(
    'installation_repository.key',
    'key of the repository of the installation',
    'keys of repositories of the installation',
  ),
  sealed('backup_target.secret', 'private key of a backup target', 'private keys of backup targets'),
  sealed('sled_fence.secrets', 'secret options of a fence agent', 'secret options of fence agents', 'sled_id'),
  sealed('totp.secret', 'authenticator app of a user', 'authenticator apps of users', 'silo_user_id'),
]
