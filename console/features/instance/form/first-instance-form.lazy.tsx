// The first instance, with defaults for everything but its name and image. The full form has the other options.
import type { Model } from '#contract/client.ts'
import { NameField } from '../../../form/fields.tsx'
import { SideForm } from '../../../form/form-shell.tsx'
import { NativeSelectField } from '../../../form/value-fields.tsx'
import { Message } from '../../../ui/display/message.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useLoad } from '../../../use-api.ts'
import { leastGiB } from '../../../util/disk-size.ts'
import { first1000Images, first1000SiloImages } from '../../image/image-queries.ts'
import { defaultsFor, toBody, type Image } from './values.ts'
import { first1000IpPools } from '../../ip-pool/ip-pool-queries.ts'
import { first1000SshKeys } from '../../ssh-key/ssh-key-queries.ts'
import { first1000Vpcs } from '../../vpc/vpc-queries.ts'

interface FirstInstanceFormProps {
  project: string
  onClose: () => void
}

export function FirstInstanceForm({ project, onClose }: FirstInstanceFormProps) {
  const siloImages = useLoad(first1000SiloImages()).data?.items
  const projectImages = useLoad(first1000Images(project)).data?.items
  const pools = useLoad(first1000IpPools()).data?.items
  const keys = useLoad(first1000SshKeys()).data?.items
  const vpcs = useLoad(first1000Vpcs(project)).data?.items
  if (!siloImages || !projectImages || !pools || !keys || !vpcs) return null
  const offer = {
    siloImages,
    projectImages,
    freeDisks: [],
    sshKeys: keys.map(({ id }) => id),
    defaultPool: pools.find(({ isDefault }) => isDefault)?.name,
    vpcs: vpcs.map(({ name }) => name),
  }
  return <LoadedForm {...{ project, onClose, offer }} images={[...siloImages, ...projectImages]} />
}

interface LoadedFormProps extends FirstInstanceFormProps {
  offer: Parameters<typeof defaultsFor>[0]
  images: readonly Image[]
}

const SUFFIX = 'boot'

function LoadedForm({ project, onClose, offer, images }: LoadedFormProps) {
  const bodyOf = (name: string, imageId: string): Model<'InstanceCreate'> => {
    const image = images.find(({ id }) => id === imageId)
    const source = image?.projectId
      ? ({ bootTab: 'project', projectImage: imageId } as const)
      : ({ bootTab: 'silo', siloImage: imageId } as const)
    const size = { hardwareTab: 'custom', ncpus: 1, memory: 1, bootSize: leastGiB(image?.size ?? 0) } as const
    return toBody({ ...defaultsFor(offer), ...size, ...source, name }, { images, suffix: SUFFIX })
  }
  return (
    <SideForm
      operation="instance_create"
      title="Create instance"
      defaultValues={{ name: 'hello', image: images[0]?.id ?? '' }}
      toParams={({ name, image }: { name: string; image: string }) => ({
        query: { project },
        body: bodyOf(name, image),
      })}
      onSuccess={({ name }) => {
        toast(`Instance ${name} created`)
        onClose()
      }}
      onClose={onClose}
    >
      <NameField />
      <NativeSelectField
        name="image"
        label="Image"
        required
        items={images.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Message>
        1 vCPU, 1 GiB of memory, your SSH keys, {offer.defaultPool ? 'an external IP' : 'no external IP'} and the
        default network of project {project}. It starts right away.
      </Message>
    </SideForm>
  )
}
