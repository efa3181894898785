// Creating a backup target, and renaming it.
import { useWatch } from 'react-hook-form'
import { endpointProblem, folderProblem } from '#contract/backup-checks.ts'
import type { Model } from '#contract/client.ts'
import { capitalize } from '#contract/errors.ts'
import { DescriptionField, NameField, TextField } from '../../form/fields.tsx'
import { whyNotCertificate } from '../../form/certificate-facts.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { NumberField, RadioField } from '../../form/value-fields.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { usePlatform } from '../../platform.ts'
import { toast } from '../../ui/overlay/toast.ts'

type BackupTarget = Model<'BackupTarget'>

interface Values {
  name: string
  description: string
  kind: keyof typeof KINDS
  folder: string
  host: string
  port: number
  username: string
  hostKey: string
  privateKey: string
  endpoint: string
  bucket: string
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  ca: string
}

interface FormProps {
  onDone: (saved: BackupTarget) => unknown
  onClose: () => void
}

function placeOf(values: Values) {
  const text = (name: Exclude<keyof Values, 'port' | 'kind'>) => values[name].trim()
  if (values.kind === 'directory') return { kind: values.kind, folder: text('folder') }
  if (values.kind === 's3')
    return {
      kind: values.kind,
      endpoint: text('endpoint'),
      bucket: text('bucket'),
      prefix: text('prefix'),
      region: text('region'),
      accessKeyId: text('accessKeyId'),
      secretAccessKey: text('secretAccessKey'),
      ca: text('ca') || null,
    }
  return {
    kind: values.kind,
    folder: text('folder'),
    host: text('host'),
    port: values.port,
    username: text('username'),
    hostKey: text('hostKey'),
    privateKey: `${text('privateKey')}\n`,
  }
}

export function BackupTargetForm({ onDone, onClose }: FormProps) {
  const kinds = usePlatform()?.backupKinds ?? []
  return (
    <SideForm
      operation="backup_target_create"
      title="Create backup target"
      whyNot={useWhyNotFleet()}
      defaultValues={
        {
          name: '',
          description: '',
          kind: kinds[0] ?? 'directory',
          folder: '',
          host: '',
          port: 22,
          username: '',
          hostKey: '',
          privateKey: '',
          endpoint: '',
          bucket: '',
          prefix: '',
          region: 'us-east-1',
          accessKeyId: '',
          secretAccessKey: '',
          ca: '',
        } as Values
      }
      toParams={(values: Values) => ({
        body: { name: values.name, description: values.description, place: placeOf(values) },
      })}
      onSuccess={(saved) => {
        toast(`Backup target ${saved.name} created`)
        return onDone(saved)
      }}
      onClose={onClose}
    >
      <NameField />
      <DescriptionField />
      <RadioField
        name="kind"
        label="Kind"
        options={(['directory', 'sftp', 's3'] as const)
          .filter((kind) => kinds.length === 0 || kinds.includes(kind))
          .map((value) => ({ value, label: KINDS[value] }))}
      />
      <PlaceFields />
    </SideForm>
  )
}

export const KINDS = { directory: 'Directory on the server', sftp: 'SFTP server', s3: 'S3 bucket' } as const

const isFolder = (text: string) => {
  const problem = folderProblem(text.trim())
  return problem === undefined || capitalize(problem)
}

function PlaceFields() {
  const kind = useWatch<Values, 'kind'>({ name: 'kind' })
  const isServer = kind === 'sftp'
  if (kind === 's3') return <S3Fields />
  return (
    <>
      <TextField
        name="folder"
        label="Directory"
        required
        mono
        help={
          isServer
            ? 'Relative to the home directory of the user. It must exist.'
            : 'Inside the directory given with --backup-root. It must exist.'
        }
        rules={{ validate: { isFolder } }}
      />
      {isServer && (
        <>
          <TextField name="host" label="Host" required mono />
          <NumberField name="port" label="Port" min={1} max={65_535} />
          <TextField name="username" label="Username" required mono />
          <TextField
            name="hostKey"
            label="Host key"
            required
            mono
            rows={3}
            help="Type and key, as ssh-keyscan prints them. No other key is accepted."
          />
          <TextField
            name="privateKey"
            label="Private key"
            required
            mono
            rows={6}
            help="In the format of OpenSSH, without a passphrase. It is stored encrypted and never shown again."
          />
        </>
      )}
    </>
  )
}

const isEndpoint = (text: string) => {
  const problem = endpointProblem(text.trim())
  return problem === undefined || capitalize(problem)
}
const isPrefix = (text: string) => text.trim() === '' || isFolder(text)

function S3Fields() {
  return (
    <>
      <TextField
        name="endpoint"
        label="Endpoint"
        required
        mono
        help="For example https://s3.example.com. The server connects to no other host."
        rules={{ validate: { isEndpoint } }}
      />
      <TextField name="bucket" label="Bucket" required mono help="Created if it does not exist." />
      <TextField
        name="prefix"
        label="Prefix"
        mono
        help="Added in front of the names of objects."
        rules={{ validate: { isPrefix } }}
      />
      <TextField name="region" label="Region" required mono />
      <TextField name="accessKeyId" label="Access key" required mono />
      <TextField
        name="secretAccessKey"
        label="Secret access key"
        required
        mono
        help="It is stored encrypted and never shown again."
      />
      <AuthorityField />
    </>
  )
}

const isCertificate = (text: string) => text.trim() === '' || (whyNotCertificate(text) ?? true)

const AuthorityField = () => (
  <TextField
    name="ca"
    label="Certificate authority"
    mono
    rows={4}
    help="PEM. Without it, the well-known authorities are trusted."
    rules={{ validate: { isCertificate } }}
  />
)

export function BackupTargetEditForm({ target, onDone, onClose }: FormProps & { target: BackupTarget }) {
  const isS3 = target.place.kind === 's3'
  return (
    <SideForm
      operation="backup_target_update"
      title="Edit backup target"
      submitLabel="Update backup target"
      whyNot={useWhyNotFleet()}
      defaultValues={{
        name: target.name,
        description: target.description,
        ca: target.place.kind === 's3' ? (target.place.ca ?? '') : '',
      }}
      toParams={({ name, description, ca }: Pick<Values, 'name' | 'description' | 'ca'>) => ({
        path: { target: target.id },
        body: { name, description, ca: isS3 ? ca.trim() : null },
      })}
      onSuccess={(saved) => {
        toast(`Backup target ${saved.name} updated`)
        return onDone(saved)
      }}
      onClose={onClose}
    >
      <NameField />
      <DescriptionField />
      {isS3 && <AuthorityField />}
    </SideForm>
  )
}
