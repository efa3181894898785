// The form for a new instance. Each section has its own file; values.ts defines the values and the request.
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { useNavigate } from 'react-router'
import { seed } from '../../../api.ts'
import { useData } from '../../../use-api.ts'
import { attachable } from '../../disk/disk-names.tsx'
import { DescriptionField, NameField } from '../../../form/fields.tsx'
import { LabelsField } from '../../../form/labels-field.tsx'
import { PageForm } from '../../../form/page-form.tsx'
import { CheckboxField } from '../../../form/value-fields.tsx'
import { paths } from '../../../paths.ts'
import { useOptions } from '../../../form/use-options.ts'
import { diskList, first1000Disks } from '../../disk/disk-queries.ts'
import { first1000FloatingIps, floatingIpList } from '../../floating-ip/floating-ip-queries.ts'
import { first1000Images, first1000SiloImages, imageList, siloImageList } from '../../image/image-queries.ts'
import { instanceView } from '../instance-queries.ts'
import { first1000IpPools } from '../../ip-pool/ip-pool-queries.ts'
import { first1000SshKeys } from '../../ssh-key/ssh-key-queries.ts'
import { first1000Vpcs } from '../../vpc/vpc-queries.ts'
import { Message } from '../../../ui/display/message.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { randomHex } from '../../../util/generated-name.ts'
import { HardwareSection } from './hardware.tsx'
import { AdvancedSection } from './advanced.tsx'
import { BootDiskSection } from './boot-disk.tsx'
import { DisksSection } from './disks.tsx'
import { KeysSection } from './keys.tsx'
import { NoDefaultPool } from './no-default-pool.tsx'
import { QuotaSection, QuotaWarning } from './quota.tsx'
import { Section } from './section.tsx'
import { defaultsFor, toBody, type InstanceValues, type Offer } from './values.ts'

interface InstanceFormProps {
  project: string
  /** filled in from another instance */
  like?: { name: string; valuesFor: (offer: Offer) => InstanceValues }
}

export function InstanceForm({ project, like }: InstanceFormProps) {
  const navigate = useNavigate()
  const siloImages = useOptions(useData(first1000SiloImages()), siloImageList)
  const projectImages = useOptions(useData(first1000Images(project)), (page) => imageList(project, page))
  const disks = useOptions(useData(first1000Disks(project)), (page) => diskList(project, page))
  const pools = useData(first1000IpPools()).items
  const keys = useData(first1000SshKeys()).items
  const floatingIps = useOptions(useData(first1000FloatingIps(project)), (page) => floatingIpList(project, page))
  const vpcs = useData(first1000Vpcs(project)).items.map(({ name }) => name)
  const free = attachable(disks)
  const offer = {
    siloImages,
    projectImages,
    freeDisks: free.map(({ name }) => name),
    sshKeys: keys.map(({ id }) => id),
    defaultPool: pools.find(({ isDefault }) => isDefault)?.name,
    vpcs,
  }
  // computed once: changes by others must not overwrite what was typed
  const [start] = useState(() => (like?.valuesFor ?? defaultsFor)(offer))
  const [suffix] = useState(randomHex)
  const images = [...siloImages, ...projectImages]
  const nothingToBoot = images.length === 0 && free.length === 0
  return (
    <PageForm
      operation="instance_create"
      title="Create instance"
      labels={{ kind: 'instance', project }}
      defaultValues={start}
      whyNot={nothingToBoot ? 'Select an image or a detached disk to boot from' : undefined}
      toParams={(values: InstanceValues) => ({ query: { project }, body: toBody(values, { images, suffix }) })}
      onSuccess={(instance: Model<'Instance'>, { start: isStartWanted }) => {
        seed(instanceView(project, instance.name), instance)
        if (isStartWanted && instance.runState === 'stopped') {
          toast({ tone: 'info', title: `Instance ${instance.name} created`, content: 'It was not started.' })
        } else toast(`Instance ${instance.name} created`)
        return navigate(paths.instanceStorage({ project, instance: instance.name }))
      }}
      onClose={() => void navigate(paths.instances({ project }))}
    >
      <div className="relative space-y-8">
        {like && (
          <Message title={`Filled in from ${like.name}`}>
            Floating IPs and user data are not copied. Select the user data file again.
          </Message>
        )}
        <NoDefaultPool pools={pools} />
        <Section title="About">
          <NameField />
          <DescriptionField />
          <LabelsField kind="instance" project={project} />
          <CheckboxField name="start" label="Start instance" help="Clear to create it stopped." />
          <QuotaWarning />
        </Section>
        <HardwareSection />
        <BootDiskSection {...{ project, siloImages, projectImages, free }} taken={disks.map(({ name }) => name)} />
        <DisksSection project={project} />
        <KeysSection keys={keys} />
        <AdvancedSection {...{ project, pools, floatingIps, vpcs, start }} />
        <QuotaSection />
      </div>
    </PageForm>
  )
}
