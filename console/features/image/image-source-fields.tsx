// Where an image comes from: a file, or a URL that the host fetches. It comes first, because its name suggests the other fields.
import { useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { isCompression, unconvertedProblem } from '#contract/image-format.ts'
import { GIB, MAX_DISK_GIB, MAX_URL_LENGTH } from '#contract/limits.ts'
import { TextField } from '../../form/fields.tsx'
import { StorageUse } from '../../form/storage-use.tsx'
import { RadioField } from '../../form/value-fields.tsx'
import { GuideLink } from '../../frame/guide-link.tsx'
import { isPreview } from '../../host.ts'
import { usePlatform } from '../../platform.ts'
import { Message } from '../../ui/display/message.tsx'
import { Field } from '../../ui/input/field.tsx'
import { FileInput } from '../../ui/input/file-input.tsx'
import { fileUpload } from '../../upload/file-upload.ts'
import { guessFrom } from '../../upload/guess.ts'
import { inspect, noticesOf, type Findings } from '../../upload/inspect.ts'
import type { BlockSize } from '../../upload/ports.ts'
import type { UploadSource } from '../../upload/start-upload.ts'
import { useLoad } from '../../use-api.ts'
import { utilization } from '../utilization/utilization-queries.ts'

interface Values {
  from: 'file' | 'url'
  file: File | null
  url: string
  blockSize: string
}

/** Undefined if nothing was chosen. */
export async function sourceOf({ from, file, url }: Values): Promise<UploadSource | undefined> {
  if (from === 'url') return { type: 'url', url: url.trim() }
  return file ? fileUpload(file) : undefined
}

const sources = [
  { value: 'file', label: 'File' },
  { value: 'url', label: 'URL' },
] as const

export function SourceFields() {
  const from = useWatch<Values, 'from'>({ name: 'from' })
  return (
    <>
      {/* the preview has no network of its own */}
      {!isPreview && <RadioField name="from" label="Source" look="inline" options={sources} />}
      {from === 'url' ? <UrlField /> : <FileField />}
    </>
  )
}

/** Fills in the fields that nobody has typed in. */
function useSuggest(): (file: string) => void {
  const { setValue, formState } = useFormContext()
  const { dirtyFields } = formState
  return (file) => {
    for (const [field, value] of Object.entries(guessFrom(file)))
      if (value !== '' && !dirtyFields[field]) setValue(field, value, { shouldValidate: formState.isSubmitted })
  }
}

const FORMATS = isPreview
  ? 'Raw disk image, also compressed with gzip.'
  : 'Raw disk image, also compressed with gzip, xz or zstd. Racks with real machines take qcow2 and VMDK too.'

const help = (
  <>
    {FORMATS} <GuideLink guide="images">About images</GuideLink>
  </>
)

function validFile(file: File | null): string | true {
  if (!file) return 'Image file is required'
  if (file.size === 0) return 'Image file is empty'
  if (file.size > MAX_DISK_GIB * GIB) return `Image file must be at most ${MAX_DISK_GIB} GiB`
  return true
}

function FileField() {
  const convertsImages = usePlatform()?.convertsImages !== false
  const [findings, setFindings] = useState<Findings>()
  const refusal = convertsImages || !findings ? undefined : unconvertedProblem(findings.format)
  const { field, fieldState } = useController<Values, 'file'>({
    name: 'file',
    rules: { validate: { valid: validFile, taken: () => refusal ?? true } },
  })
  const blockSize = useWatch<Values, 'blockSize'>({ name: 'blockSize' })
  const { data: use } = useLoad(utilization(), { optional: true })
  const suggest = useSuggest()
  const choose = async (file: File | null) => {
    field.onChange(file)
    setFindings(undefined)
    if (!file) return
    suggest(file.name)
    // an unreadable file is reported when it is uploaded
    setFindings(await inspect(file).catch(() => undefined))
  }
  return (
    <>
      <Field label="Image file" required error={fieldState.error?.message ?? refusal} help={help}>
        <FileInput {...field} onChange={(file) => void choose(file)} />
      </Field>
      {findings && !findings.problem && !refusal && (
        <StorageUse bytes={findings.imageSize} atLeast={isCompression(findings.format)} use={use} />
      )}
      {findings &&
        noticesOf(findings, Number(blockSize) as BlockSize).map((notice) => (
          <Message key={notice} tone="notice">
            {notice}
          </Message>
        ))}
    </>
  )
}

const isUrl = (text: string) => /^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : '')

function UrlField() {
  const suggest = useSuggest()
  const rules = {
    maxLength: { value: MAX_URL_LENGTH, message: `URL must be ${MAX_URL_LENGTH} characters or fewer` },
    validate: (text: string) => text.trim() === '' || isUrl(text.trim()) || 'URL must begin with http:// or https://',
    onChange: ({ target }: { target: { value: string } }) => {
      if (isUrl(target.value.trim())) suggest(target.value.trim())
    },
  }
  return <TextField name="url" label="URL" type="url" required rules={rules} help={help} />
}
