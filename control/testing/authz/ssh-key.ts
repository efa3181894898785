// Authorization test cases for SSH keys.
import { row, type Cases } from '../authz-row.ts'
import { signedIn } from '../authz-rules.ts'
import { must, type Prepared } from '../authz-world.ts'

const key = (name: string) => ({
  name,
  description: '',
  public_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMrcSoUUU4wvExN5XnyzhmSWbIcfoxpMuhVXYHLYI+tR',
})

/** One for every actor with the same name, so that each requests their own. */
async function keysOfAllActors(w: Prepared) {
  const name = w.fresh('key')
  for (const person of w.everyone) await must(person, 'POST', '/v1/me/ssh-keys', key(name))
  return name
}

const at = (_: Prepared, name: string) => ({ path: { ssh_key: name }, hidden: `ssh-key with name "${name}"` })

export const sshKey: Cases<
  | 'current_user_ssh_key_list'
  | 'current_user_ssh_key_create'
  | 'current_user_ssh_key_view'
  | 'current_user_ssh_key_delete'
> = {
  current_user_ssh_key_list: row({ rule: signedIn, call: () => ({}) }),
  current_user_ssh_key_create: row({ rule: signedIn, call: (w) => ({ body: key(w.fresh('key')) }) }),
  current_user_ssh_key_view: row({ rule: signedIn, make: keysOfAllActors, call: at }),
  current_user_ssh_key_delete: row({ rule: signedIn, make: keysOfAllActors, call: at }),
}
