// The metadata of an identity provider, by URL or from a file. Either way its contents show before the form is sent.
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { isNotFound } from '../../api.ts'
import { useCall } from '../../call.ts'
import { TextField } from '../../form/fields.tsx'
import { FileField, readText } from '../../form/file-field.tsx'
import { RadioField } from '../../form/value-fields.tsx'
import { Message } from '../../ui/display/message.tsx'
import { Button } from '../../ui/input/button.tsx'
import { MetadataFacts } from './metadata-facts.tsx'
import { webUrl } from './provider-rules.ts'
import { MAX_METADATA_BYTES, readMetadata, whyNotMetadata } from './saml-metadata.ts'

export interface MetadataValues {
  idpEntityId: string
  source: 'url' | 'xml'
  metadataUrl: string
  metadataXml: string
}

const sources = [
  { value: 'url', label: 'URL' },
  { value: 'xml', label: 'XML file' },
] as const

export function MetadataFields({ silo }: { silo: string }) {
  const [source, xml] = useWatch<MetadataValues, ['source', 'metadataXml']>({ name: ['source', 'metadataXml'] })
  const fillEntityId = useFillEntityId()
  const read = async (file: File) => {
    const text = await readText(file)
    fillEntityId(text)
    return text
  }
  return (
    <>
      <RadioField name="source" label="Metadata source" look="inline" options={sources} />
      {source === 'url' ? (
        <UrlFields silo={silo} />
      ) : (
        <>
          <FileField
            name="metadataXml"
            label="Metadata file"
            required
            accept=".xml"
            maxBytes={MAX_METADATA_BYTES}
            read={read}
            check={whyNotMetadata}
          />
          <MetadataFacts xml={xml} />
        </>
      )}
    </>
  )
}

/** From the metadata, unless one has been typed. */
function useFillEntityId() {
  const { setValue, getValues } = useFormContext<MetadataValues>()
  return (xml: string) => {
    if (whyNotMetadata(xml) || getValues('idpEntityId') !== '') return
    setValue('idpEntityId', readMetadata(xml).entityId, { shouldDirty: true, shouldValidate: true })
  }
}

function UrlFields({ silo }: { silo: string }) {
  const { trigger } = useFormContext<MetadataValues>()
  const url = useWatch<MetadataValues, 'metadataUrl'>({ name: 'metadataUrl' })
  const fillEntityId = useFillEntityId()
  const [fetched, setFetched] = useState({ url: '', document: '' })
  const { mutate, reset, isPending, error, variables } = useCall('saml_metadata_fetch', {
    onSuccess({ document }, { body }) {
      setFetched({ url: body.url, document })
      fillEntityId(document)
    },
  })
  // discard metadata fetched from another URL
  const document = fetched.url === url ? fetched.document : ''
  const problem = variables?.body.url === url ? error : null
  const show = async () => {
    reset()
    if (await trigger('metadataUrl')) mutate({ query: { silo }, body: { url } })
  }
  return (
    <div className="space-y-2">
      <TextField
        name="metadataUrl"
        label="Metadata URL"
        required
        type="url"
        rules={webUrl}
        help="The server fetches it once, when the provider is created. It must be reachable from there."
      />
      <Button size="sm" pending={isPending} onClick={() => void show()}>
        Show contents
      </Button>
      {problem && (
        <Message tone="danger" alert>
          {isNotFound(problem) ? 'This host cannot show metadata before the provider is created.' : problem.message}
        </Message>
      )}
      <MetadataFacts xml={document} />
    </div>
  )
}
