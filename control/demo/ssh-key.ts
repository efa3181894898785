// The demo's SSH keys. Nobody has their private halves: they were made and thrown away.
import { type Call, unwrap } from '#contract/client.ts'
import type { Demo } from './demo.ts'
import { PEOPLE_PASSWORD, silo } from './silo.ts'

const admins = [
  {
    name: 'operations-laptop',
    description: 'the laptop in the operations room',
    publicKey:
      'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFn/kv0Aq1RGsxD0V06jczSFF0KsQFu1z0TMzuIeudEv admin@operations-laptop',
  },
  {
    name: 'workstation',
    description: '',
    publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGr0q6B3J+Av5E/YRMVcCJf5Mw7lPLb89PMWLE0brwMs admin@workstation',
  },
]

const adas = [
  {
    name: 'laptop',
    description: 'on the road',
    publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHkBgWJUn7e33diW3jfnomT/0r/RU/lUGixq3qjWPgVv ada@laptop',
  },
]

async function add(person: Call, keys: typeof admins): Promise<void> {
  for (const body of keys) unwrap('current_user_ssh_key_create', await person('current_user_ssh_key_create', { body }))
}

export async function furnishSshKeys({ admin, login }: Demo): Promise<void> {
  await add(admin, admins)
  await add(await login(silo, 'ada', PEOPLE_PASSWORD), adas)
}
