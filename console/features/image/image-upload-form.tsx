// Uploading an image file: the form, then the upload itself, step by step. The upload is a task and outlives the form.
import { use, useState, type FormEvent } from 'react'
import { useController, useForm, useWatch } from 'react-hook-form'
import { errorsAllowed } from '../../api.ts'
import { NativeSelectField } from '../../form/value-fields.tsx'
import { DescriptionField, NameField } from '../../form/fields.tsx'
import { FormElement } from '../../form/form-element.tsx'
import { FormPanel } from '../../form/form-shell.tsx'
import { IsGuarded } from '../../form/guard.tsx'
import { GuideLink } from '../../frame/guide-link.tsx'
import { SystemFields } from './image-fields.tsx'
import { ViewRequest } from '../../action/view-request.tsx'
import { uploadCalls, uploadCommand } from './upload-calls.ts'
import { UploadDialog } from './upload-dialog.tsx'
import { inspect, noticesOf, type Findings } from '../../upload/inspect.ts'
import type { BlockSize } from '../../upload/ports.ts'
import { startUpload, type StartedUpload } from '../../upload/start-upload.ts'
import { removeTask } from '../../tasks.ts'
import { Field } from '../../ui/input/field.tsx'
import { FileInput } from '../../ui/input/file-input.tsx'
import { Message } from '../../ui/display/message.tsx'
import { GIB, MAX_DISK_GIB } from '#contract/limits.ts'

interface Values {
  name: string
  description: string
  os: string
  version: string
  blockSize: string
  file: File | null
}

const defaults: Values = { name: '', description: '', os: '', version: '', blockSize: '512', file: null }

const imageOf = ({ name, description, os, version, blockSize }: Values) => ({
  name,
  description,
  os,
  version,
  blockSize: Number(blockSize) as BlockSize,
})

interface ImageUploadFormProps {
  project: string
  /** once the image exists, with its name */
  onDone?: (name: string) => unknown
  onClose: () => void
}

export function ImageUploadForm({ project, onDone = () => undefined, onClose }: ImageUploadFormProps) {
  const form = useForm<Values>({ defaultValues: defaults, mode: 'onSubmit', reValidateMode: 'onChange' })
  const [started, setStarted] = useState<StartedUpload>()
  const isInGuarded = use(IsGuarded)
  const { isDirty, isSubmitting, errors } = form.formState

  async function begin(values: Values): Promise<void> {
    const { file } = values
    if (!file) return
    const problem = await whyNotName(project, values.name)
    if (problem) return form.setError(problem.field, { message: problem.message }, { shouldFocus: true })
    setStarted(startUpload({ project, image: imageOf(values), file }))
  }
  /** An upload whose outcome was shown here needs no entry in the tray. */
  const putAway = () => {
    if (started) removeTask(started.task)
    setStarted(undefined)
  }

  const submit = (event?: FormEvent) => void form.handleSubmit(begin)(event)
  return (
    // once the upload runs, leaving the form loses nothing
    <IsGuarded value={isInGuarded || started !== undefined}>
      <FormPanel
        id={FORM_ID}
        title="Upload image"
        submitLabel="Upload image"
        isDirty={isDirty}
        isPending={isSubmitting}
        hasError={errors.root !== undefined}
        onClose={onClose}
      >
        <FormElement form={form} id={FORM_ID} onSubmit={submit}>
          {errors.root?.message && (
            <Message tone="danger" alert>
              {errors.root.message}
            </Message>
          )}
          <NameField />
          <DescriptionField />
          <SystemFields />
          <NativeSelectField name="blockSize" label="Block size" required items={blockSizes} />
          <FileField />
          <Calls project={project} />
        </FormElement>
        {started && (
          <UploadDialog
            upload={started.upload}
            file={started.file}
            onHide={onClose}
            onBack={putAway}
            onAgain={() => {
              putAway()
              submit()
            }}
            onDone={() => {
              putAway()
              onDone(form.getValues('name'))
              onClose()
            }}
          />
        )}
      </FormPanel>
    </IsGuarded>
  )
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

function validFile(file: File | null): string | true {
  if (!file) return 'Image file is required'
  if (file.size === 0) return 'Image file is empty'
  if (file.size > MAX_DISK_GIB * GIB) return `Image file must be at most ${MAX_DISK_GIB} GiB`
  return true
}

function FileField() {
  const { field, fieldState } = useController<Values, 'file'>({ name: 'file', rules: { validate: validFile } })
  const blockSize = useWatch<Values, 'blockSize'>({ name: 'blockSize' })
  const [findings, setFindings] = useState<Findings>()
  const choose = async (file: File | null) => {
    field.onChange(file)
    setFindings(undefined)
    // an unreadable file is reported when it is uploaded
    if (file) setFindings(await inspect(file).catch(() => undefined))
  }
  return (
    <>
      <Field
        label="Image file"
        required
        error={fieldState.error?.message}
        help={
          <>
            Raw disk image. Not compressed, qcow2 or VMDK. <GuideLink guide="images">About images</GuideLink>
          </>
        }
      >
        <FileInput {...field} onChange={(file) => void choose(file)} />
      </Field>
      {findings &&
        noticesOf(findings, Number(blockSize) as BlockSize).map((notice) => (
          <Message key={notice} tone="notice">
            {notice}
          </Message>
        ))}
    </>
  )
}

/** A separate component, so that typing re-renders only this. */
function Calls({ project }: { project: string }) {
  const values = useWatch<Values>() as Values
  const image = imageOf(values)
  return (
    <ViewRequest
      calls={uploadCalls(project, image, values.file?.size ?? 0)}
      command={uploadCommand(project, image, values.file?.name)}
    />
  )
}
