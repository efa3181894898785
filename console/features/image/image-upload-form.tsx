// Uploading an image file: the form, then the upload itself, step by step. The upload is a task and outlives the form.
import { use, useEffect, useState, type FormEvent } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { errorsAllowed } from '../../api.ts'
import { NativeSelectField } from '../../form/value-fields.tsx'
import { DescriptionField, NameField } from '../../form/fields.tsx'
import { FormElement } from '../../form/form-element.tsx'
import { labelValues } from '../../form/form-labels.ts'
import { FormPanel } from '../../form/form-shell.tsx'
import { LabelsField } from '../../form/labels-field.tsx'
import { IsGuarded } from '../../form/guard.tsx'
import { Refused } from '../../form/refused.tsx'
import { useWhyNot } from '../../use-why-not.ts'
import { SystemFields } from './image-fields.tsx'
import { ViewRequest } from '../../action/view-request.tsx'
import { whyNoRoom } from './image-room.ts'
import { fetchCalls, stagedCalls, uploadCalls, uploadCommand } from './upload-calls.ts'
import { UploadDialog } from './upload-dialog.tsx'
import { SourceFields, sourceOf } from './image-source-fields.tsx'
import type { BlockSize } from '../../upload/ports.ts'
import { startUpload, type StartedUpload } from '../../upload/start-upload.ts'
import { usePlatform } from '../../platform.ts'
import { useLoad } from '../../use-api.ts'
import { bytesText } from '../../util/format.ts'
import { imageUploads } from './image-queries.ts'
import { removeTask } from '../../tasks.ts'
import { Message } from '../../ui/display/message.tsx'

interface Values {
  from: 'file' | 'url'
  url: string
  name: string
  description: string
  os: string
  version: string
  blockSize: string
  file: File | null
  labels: string[]
  labelsDraft: string
}

const defaults: Values = {
  from: 'file',
  file: null,
  url: '',
  name: '',
  description: '',
  os: '',
  version: '',
  blockSize: '512',
  ...labelValues(),
}

const imageOf = ({ name, description, os, version, blockSize, labels }: Values) => ({
  name,
  description,
  os,
  version,
  blockSize: Number(blockSize) as BlockSize,
  ...(labels.length > 0 && { labels }),
})

interface ImageUploadFormProps {
  project: string
  /** once the image exists, with its name */
  onImage?: (name: string) => unknown
  onClose: () => void
}

export function ImageUploadForm({ project, onImage = () => undefined, onClose }: ImageUploadFormProps) {
  const form = useForm<Values>({ defaultValues: defaults, mode: 'onSubmit', reValidateMode: 'onChange' })
  const [started, setStarted] = useState<StartedUpload>()
  const continued = useContinued(project, form)
  const isInGuarded = use(IsGuarded)
  const { isDirty, isSubmitting, errors } = form.formState

  async function begin(values: Values): Promise<void> {
    const source = await sourceOf(values)
    if (!source) return
    const problem = await whyNotName(project, values.name)
    if (problem) return form.setError(problem.field, { message: problem.message }, { shouldFocus: true })
    const file = values.from === 'file' ? values.file : null
    const noRoom = await whyNoRoom(project, file)
    if (noRoom) return form.setError(values.from, { message: noRoom }, { shouldFocus: true })
    setStarted(startUpload({ project, image: imageOf(values), source }))
  }
  /** An upload whose outcome was shown here needs no entry in the tray. */
  const putAway = () => {
    if (started) removeTask(started.task)
    setStarted(undefined)
  }

  const submit = (event?: FormEvent) => void form.handleSubmit(begin)(event)
  const whyNot = useWhyNot('image_upload_create', { project })
  return (
    // once the upload runs, leaving the form loses nothing
    <IsGuarded value={isInGuarded || started !== undefined}>
      <FormPanel
        id={FORM_ID}
        title="Upload image"
        submitLabel="Upload image"
        whyNot={whyNot}
        isDirty={isDirty}
        isPending={isSubmitting}
        hasError={errors.root !== undefined}
        onClose={onClose}
      >
        <Refused why={whyNot}>
          <FormElement form={form} id={FORM_ID} onSubmit={submit}>
            {errors.root?.message && (
              <Message tone="danger" alert>
                {errors.root.message}
              </Message>
            )}
            {continued && (
              <Message tone="notice">
                {bytesText(continued.received)} of {bytesText(continued.size ?? 0)} have arrived. Choose the same file
                to send the rest.
              </Message>
            )}
            <SourceFields />
            <NameField />
            <DescriptionField />
            <SystemFields />
            <NativeSelectField name="blockSize" label="Block size" required items={blockSizes} />
            <LabelsField kind="image" project={project} />
            <Calls project={project} />
          </FormElement>
        </Refused>
        {started && (
          <UploadDialog
            upload={started.upload}
            title={started.title}
            onHide={onClose}
            onBack={putAway}
            onAgain={() => {
              putAway()
              submit()
            }}
            onDone={() => {
              putAway()
              onImage(form.getValues('name'))
              onClose()
            }}
          />
        )}
      </FormPanel>
    </IsGuarded>
  )
}

/** The interrupted upload in the address, whose fields are filled in again. */
function useContinued(project: string, { setValue }: UseFormReturn<Values>) {
  const id = useSearchParams()[0].get('continue')
  const found = useLoad(imageUploads(project), { enabled: id !== null }).data
  const upload = found?.type === 'success' ? found.data.items.find((item) => item.id === id) : undefined
  useEffect(() => {
    if (!upload) return
    const { name, description, os, version, blockSize, labels } = upload
    const typed = { name, description, os, version, blockSize: String(blockSize), labels }
    // as if typed, so that the name of the file suggests no others
    for (const [field, value] of Object.entries(typed))
      setValue(field as keyof typeof typed, value, { shouldDirty: true })
    // oxlint-disable-next-line react/exhaustive-deps -- once for each upload: what is typed afterwards stays
  }, [upload?.id])
  return upload
}

/** A long upload must not end in "name already exists", so the name is checked first. */
async function whyNotName(project: string, image: string) {
  const at = { path: { image }, query: { project } }
  try {
    const taken = await errorsAllowed('image_view', at).fetch(AbortSignal.timeout(30_000))
    if (taken.type === 'success') return { field: 'name', message: 'name already exists' } as const
    if (taken.status === 404) return undefined
    return { field: 'root', message: 'Could not check whether the name is free.' } as const
  } catch {
    return { field: 'root', message: 'The server cannot be reached. Check the connection.' } as const
  }
}

/** Fixed, because a saved draft is found by it. */
const FORM_ID = 'form-image-upload'

const blockSizes = ['512', '2048', '4096'].map((value) => ({ value, label: `${value} bytes` }))

/** A separate component, so that typing re-renders only this. */
function Calls({ project }: { project: string }) {
  const values = useWatch<Values>() as Values
  const image = imageOf(values)
  const fileCalls = usePlatform() ? stagedCalls : uploadCalls
  return (
    <ViewRequest
      calls={
        values.from === 'url'
          ? fetchCalls(project, image, values.url)
          : fileCalls(project, image, values.file?.size ?? 0)
      }
      command={uploadCommand(project, image, values.from === 'url' ? values.url : values.file?.name)}
    />
  )
}
