// The demo's SSH keys. Nobody has their private halves: they were made and thrown away.
import { type Task, task } from './task.ts'
import { LOCAL, OPERATORS } from './silo.ts'

const keys = [
  {
    silo: OPERATORS,
    user: 'admin',
    body: {
      name: 'operations-laptop',
      description: 'the laptop in the operations room',
      publicKey:
        'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFn/kv0Aq1RGsxD0V06jczSFF0KsQFu1z0TMzuIeudEv admin@operations-laptop',
    },
  },
  {
    silo: OPERATORS,
    user: 'admin',
    body: {
      name: 'workstation',
      description: '',
      publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGr0q6B3J+Av5E/YRMVcCJf5Mw7lPLb89PMWLE0brwMs admin@workstation',
    },
  },
  {
    silo: LOCAL,
    user: 'ada',
    body: {
      name: 'laptop',
      description: 'on the road',
      publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHkBgWJUn7e33diW3jfnomT/0r/RU/lUGixq3qjWPgVv ada@laptop',
    },
  },
]

export const sshKeys = (): Task[] =>
  keys.map(({ silo, user, body }) =>
    task(30, '09:00', async (demo) => (await demo.as(silo, user))('current_user_ssh_key_create', { body })),
  )
