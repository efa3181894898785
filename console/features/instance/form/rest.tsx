// The sections of the form for a new instance that stand below the first screen. They come when the first ones are there.
import type { Model } from '#contract/client.ts'
import { AdvancedSection } from './advanced.tsx'
import { BootDiskSection } from './boot-disk.tsx'
import { DisksSection } from './disks.tsx'
import { KeysSection } from './keys.tsx'
import { QuotaSection } from './quota.tsx'
import type { Image } from './values.ts'

export interface RestProps {
  project: string
  siloImages: readonly Image[]
  projectImages: readonly Image[]
  disks: readonly Model<'Disk'>[]
  /** those that are attached to nothing */
  free: readonly Model<'Disk'>[]
  keys: readonly Model<'SshKey'>[]
  pools: readonly Model<'SiloIpPool'>[]
  floatingIps: readonly Model<'FloatingIp'>[]
}

export function RestSections(props: RestProps) {
  const { project, siloImages, projectImages, disks, free, keys, pools, floatingIps } = props
  const taken = disks.map(({ name }) => name)
  return (
    <>
      <BootDiskSection {...{ project, siloImages, projectImages, free, taken }} />
      <DisksSection project={project} />
      <KeysSection keys={keys} />
      <AdvancedSection {...{ project, pools, floatingIps }} />
      <QuotaSection />
    </>
  )
}
