// The TLS certificates of a silo's endpoint, with subject and expiry.
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { copyIdAction, deleteAction, menuItem, type Action } from '../../action/action.tsx'
import { useLoad } from '../../use-api.ts'
import { useWhyNotFleet } from '../../me.ts'
import { descriptionColumn, nameColumn } from '../../table/columns.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { certificatesIn, Expiry } from '../../form/certificate-facts.tsx'
import { siloCertificates } from './silo-queries.ts'
import { NotOffered } from '../../table/not-offered.tsx'
import { TabList } from '../../table/tab-list.tsx'

const AddForm = lazyPopup(async () => (await import('./silo-certificate-form.lazy.tsx')).SiloCertificateForm)
const View = lazyPopup(async () => (await import('./silo-certificate-view.lazy.tsx')).SiloCertificateView)

type Certificate = Model<'Certificate'>

const columns: Column<Certificate>[] = [
  nameColumn(),
  descriptionColumn(),
  {
    id: 'names',
    header: 'Valid for',
    cell: ({ cert }) => certificatesIn(cert)[0]?.names.slice(0, 3).join(', ') ?? '',
  },
  { id: 'expiry', header: 'Valid until', cell: ({ cert }) => <Expiry chain={certificatesIn(cert)} /> },
]

export function SiloCertificates({ silo: { name: silo } }: { silo: Model<'Silo'> }) {
  const { data, error } = useLoad(siloCertificates(silo))
  const whyNot = useWhyNotFleet()
  const [adding, setAdding] = useState(false)
  const [viewed, view] = useState<Certificate>()
  if (!data && error) throw error
  if (data?.isMissing) return <NotOffered />
  const rows = data?.items ?? []
  const actions = (certificate: Certificate): Action[] => [
    copyIdAction(certificate.id),
    { label: 'View contents', icon: 'view', run: () => view(certificate) },
    deleteAction({
      kind: 'certificate',
      name: certificate.name,
      operation: 'silo_certificate_delete',
      params: { path: { silo, certificate: certificate.name } },
      whyNot,
      consequence: 'Browsers can no longer use it to reach the silo. Its private key is deleted.',
    }),
  ]
  return (
    <>
      <TabList
        text="For the silo's own address. Private keys are never shown."
        add={{ label: 'Add certificate', whyNot, run: () => setAdding(true) }}
        empty={
          data !== undefined &&
          rows.length === 0 && {
            title: 'No certificates',
            text: "A certificate lets browsers reach the silo's own address over HTTPS.",
          }
        }
      >
        <Table
          label="Certificates"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowLabel={({ name }) => name}
          actions={(certificate) => actions(certificate).map(menuItem)}
          skeletonRows={data ? 0 : 3}
        />
      </TabList>
      {adding && <AddForm silo={silo} taken={rows.map(({ name }) => name)} onClose={() => setAdding(false)} />}
      {viewed && <View certificate={viewed} onClose={() => view(undefined)} />}
    </>
  )
}
