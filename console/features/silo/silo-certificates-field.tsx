// The TLS certificates that a new silo starts with. Each shows what it is valid for before anything is sent.
import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { DraftForm } from '../../form/draft-form.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { Button } from '../../ui/input/button.tsx'
import { Field } from '../../ui/input/field.tsx'
import { MiniTable } from '../../ui/input/mini-table.tsx'
import { certificatesIn, expiryOf } from '../../form/certificate-facts.tsx'
import { CertificateFields, emptyCertificate, type CertificateValues } from '../../form/certificate-fields.tsx'
import { useSiloHost } from './silo-host-name.ts'

const MAX_CERTIFICATES = 16

/** What this field reads and writes of its form. */
interface Values {
  name: string
  certificates: CertificateValues[]
}

const columns = [
  { header: 'Name', cell: ({ name }: CertificateValues) => name },
  {
    header: 'Valid for',
    cell: ({ cert }: CertificateValues) => {
      const [leaf] = certificatesIn(cert)
      return leaf ? (leaf.names[0] ?? leaf.subject) : ''
    },
  },
  {
    header: 'Until',
    cell: ({ cert }: CertificateValues) => {
      const expiry = expiryOf(certificatesIn(cert))
      return expiry && <DateTime value={expiry} />
    },
  },
]

export function SiloCertificatesField() {
  const silo = useWatch<Values, 'name'>({ name: 'name' })
  const host = useSiloHost(silo)
  // browsers cannot reach an address without a certificate, so nobody could sign in there
  const isEnough = (list: CertificateValues[]) => !host || list.length > 0 || 'Add at least one TLS certificate'
  const { field, fieldState } = useController<Values, 'certificates'>({
    name: 'certificates',
    rules: { validate: isEnough },
  })
  const { ref, value: added, onChange } = field
  const [adding, setAdding] = useState(false)
  const full = added.length >= MAX_CERTIFICATES ? `At most ${MAX_CERTIFICATES} certificates` : undefined
  return (
    <Field
      label="TLS certificates"
      help="For the silo's own address. More can be added later."
      required={host !== undefined}
      error={fieldState.error?.message}
      group
    >
      <div className="space-y-2">
        <MiniTable
          label="TLS certificates"
          columns={columns}
          rows={added}
          rowKey={({ name }) => name}
          removeLabel={({ name }) => `remove certificate ${name}`}
          onRemove={(_, index) => onChange(added.toSpliced(index, 1))}
        />
        <Button ref={ref} disabledReason={full} onClick={() => setAdding(true)}>
          Add TLS certificate
        </Button>
      </div>
      {adding && (
        <DraftForm<CertificateValues>
          title="Add TLS certificate"
          submitLabel="Add certificate"
          defaultValues={emptyCertificate}
          onSubmit={(certificate) => {
            onChange([...added, certificate])
            setAdding(false)
          }}
          onClose={() => setAdding(false)}
        >
          <CertificateFields taken={added.map(({ name }) => name)} host={host} />
        </DraftForm>
      )}
    </Field>
  )
}
