// What people often tell an instance at its first boot, as parts of a cloud-init file.
import type { CloudConfig } from './user-data-text.ts'

export interface Preset {
  label: string
  config: CloudConfig
  /** why it is not offered */
  whyNot?: string | undefined
}

/** `keys` are the user's own public keys. */
export const presetsFor = (keys: readonly string[]): readonly Preset[] => [
  {
    label: 'User with a key',
    whyNot: keys.length === 0 ? 'You have no SSH keys. Add one under Authentication.' : undefined,
    config: {
      users: [
        'default',
        {
          name: 'admin',
          groups: ['sudo'],
          shell: '/bin/bash',
          sudo: 'ALL=(ALL) NOPASSWD:ALL',
          ssh_authorized_keys: keys,
        },
      ],
    },
  },
  { label: 'Packages', config: { package_update: true, packages: ['curl', 'git', 'htop'] } },
  {
    label: 'Docker',
    config: {
      package_update: true,
      packages: ['docker.io'],
      runcmd: [['systemctl', 'enable', '--now', 'docker']],
    },
  },
  {
    label: 'Mount a disk',
    config: {
      // the first additional disk; an existing file system stays
      fs_setup: [{ label: 'data', filesystem: 'ext4', device: '/dev/vdb', overwrite: false }],
      mounts: [['LABEL=data', '/data', 'ext4', 'defaults,nofail']],
    },
  },
]
