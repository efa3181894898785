// The TLS certificates that a new silo starts with. Each shows what it is valid for before anything is sent.
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { DraftForm } from '../../form/draft-form.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { Button } from '../../ui/input/button.tsx'
import { Field } from '../../ui/input/field.tsx'
import { MiniTable } from '../../ui/input/mini-table.tsx'
import { certificatesIn, expiryOf } from '../../form/certificate-facts.tsx'
import { CertificateFields, emptyCertificate, type CertificateValues } from '../../form/certificate-fields.tsx'
import { siloHost } from './silo-host-name.ts'

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
  const { setValue } = useFormContext<Values>()
  const added = useWatch<Values, 'certificates'>({ name: 'certificates' })
  const silo = useWatch<Values, 'name'>({ name: 'name' })
  const [adding, setAdding] = useState(false)
  const change = (next: CertificateValues[]) => setValue('certificates', next, { shouldDirty: true })
  const full = added.length >= MAX_CERTIFICATES ? `At most ${MAX_CERTIFICATES} certificates` : undefined
  return (
    <Field label="TLS certificates" help="For the silo's own address. More can be added later." group>
      <div className="space-y-2">
        <MiniTable
          label="TLS certificates"
          columns={columns}
          rows={added}
          rowKey={({ name }) => name}
          removeLabel={({ name }) => `remove certificate ${name}`}
          onRemove={(_, index) => change(added.toSpliced(index, 1))}
        />
        <Button disabledReason={full} onClick={() => setAdding(true)}>
          Add TLS certificate
        </Button>
      </div>
      {adding && (
        <DraftForm<CertificateValues>
          title="Add TLS certificate"
          submitLabel="Add certificate"
          defaultValues={emptyCertificate}
          onSubmit={(certificate) => {
            change([...added, certificate])
            setAdding(false)
          }}
          onClose={() => setAdding(false)}
        >
          <CertificateFields taken={added.map(({ name }) => name)} host={siloHost(silo)} />
        </DraftForm>
      )}
    </Field>
  )
}
