// Adding a TLS certificate to a silo.
import { SideForm } from '../../form/form-shell.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import {
  certificateBody,
  CertificateFields,
  emptyCertificate,
  type CertificateValues,
} from '../../form/certificate-fields.tsx'
import { useSiloHost } from './silo-host-name.ts'

interface CertificateFormProps {
  silo: string
  taken: readonly string[]
  onClose: () => void
}

export function SiloCertificateForm({ silo, taken, onClose }: CertificateFormProps) {
  const host = useSiloHost(silo)
  return (
    <SideForm
      operation="silo_certificate_create"
      title="Add certificate"
      defaultValues={emptyCertificate}
      toParams={(values: CertificateValues) => ({ path: { silo }, body: certificateBody(values) })}
      onSuccess={({ name }) => {
        toast(`Certificate ${name} added`)
        onClose()
      }}
      onClose={onClose}
    >
      <CertificateFields taken={taken} host={host} />
    </SideForm>
  )
}
