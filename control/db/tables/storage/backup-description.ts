// What an instance was like when it was backed up. Names instead of IDs, so that it can be restored elsewhere.

export interface InstanceDescription {
  description: string
  hostname: string
  ncpus: number
  memory: number
  user_data: string
  auto_restart_policy: 'never' | 'best_effort' | null
  labels: string[]
  interfaces: {
    name: string
    vpc: string
    subnet: string
    /** Block of the subnet. Absent in descriptions of older versions. */
    ipv4_block?: string | undefined
    ip: string
    mac: string
    primary: boolean
  }[]
  /** Rules of the VPCs that it is in. */
  rules: { vpc: string; name: string; rule: Record<string, unknown> }[]
  ssh_keys: { name: string; public_key: string }[]
}
