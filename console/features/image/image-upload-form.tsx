// An image from a file of the person's: what it shall be called, and then the upload itself, step by step.
import { MAX_DISK_GIB } from '#contract/limits.ts'
import { useId, useState, type FormEvent } from 'react'
import { FormProvider, useController, useForm, useWatch } from 'react-hook-form'
import { useNavigationType } from 'react-router'
import { errorsAllowed } from '../../api.ts'
import { NativeSelectField } from '../../form/value-fields.tsx'
import { DescriptionField, NameField } from '../../form/fields.tsx'
import { GuideLink } from '../../help/guide-link.tsx'
import { SystemFields } from './image-fields.tsx'
import { ShowTheCall } from '../../action/show-the-call.tsx'
import { uploadCalls } from './upload-calls.ts'
import { UploadDialog } from './upload-dialog.tsx'
import { browserPorts } from '../../upload/browser-ports.ts'
import { fileSource } from '../../upload/file-source.ts'
import { inspect, noticesOf, type Findings } from '../../upload/inspect.ts'
import type { BlockSize } from '../../upload/ports.ts'
import { makeUpload, type Upload } from '../../upload/upload.ts'
import { Button } from '../../ui/input/button.tsx'
import { confirm } from '../../ui/overlay/confirm.tsx'
import { SideModal } from '../../ui/overlay/dialog.tsx'
import { Field } from '../../ui/input/field.tsx'
import { FileInput } from '../../ui/input/file-input.tsx'
import { Message } from '../../ui/display/message.tsx'
import { GiB } from '../../util/format.ts'
import { generatedName } from '../../util/generated-name.ts'

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

interface Started {
  upload: Upload
  file: File
}

export function ImageUploadForm({ project, onClose }: { project: string; onClose: () => void }) {
  const form = useForm<Values>({ defaultValues: defaults, mode: 'onSubmit', reValidateMode: 'onChange' })
  const [started, setStarted] = useState<Started>()
  const animate = useNavigationType() === 'PUSH'
  const id = useId()
  const { isDirty, isSubmitting, errors } = form.formState

  async function begin(values: Values): Promise<void> {
    const { file } = values
    if (!file) return
    try {
      const at = { path: { image: values.name }, query: { project } }
      const taken = await errorsAllowed('image_view', at).fetch(AbortSignal.timeout(30_000))
      if (taken.type === 'success')
        return form.setError('name', { message: 'name already exists' }, { shouldFocus: true })
      if (taken.status !== 404)
        return form.setError('root', { message: 'Could not find out whether the name is free.' })
    } catch {
      return form.setError('root', { message: 'The server cannot be reached. Check the connection.' })
    }
    const [suffix = ''] = generatedName(['x']).split('-').slice(-1)
    const upload = makeUpload({
      project,
      image: imageOf(values),
      source: fileSource(file),
      ports: browserPorts,
      suffix,
    })
    setStarted({ upload, file })
    void upload.start()
  }

  const submit = (event?: FormEvent) => {
    event?.stopPropagation()
    return form.handleSubmit(begin)(event)
  }
  const dismiss = () => {
    if (!isDirty) return onClose()
    confirm({
      title: 'Confirm navigation',
      content: 'What you have entered in this form will be lost.',
      tone: 'danger',
      width: 'narrow',
      actionLabel: 'Leave form',
      cancelLabel: 'Keep editing',
      run: onClose,
    })
  }
  return (
    <SideModal
      title="Upload image"
      animate={animate}
      onDismiss={dismiss}
      footerNote={errors.root && <span className="text-danger">Error</span>}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={isSubmitting}>
            Upload image
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form id={id} autoComplete="off" noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
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
        </form>
      </FormProvider>
      {started && (
        <UploadDialog
          {...started}
          onBack={() => setStarted(undefined)}
          onAgain={() => {
            setStarted(undefined)
            void submit()
          }}
          onDone={onClose}
        />
      )}
    </SideModal>
  )
}

const blockSizes = ['512', '2048', '4096'].map((value) => ({ value, label: `${value} bytes` }))

function validFile(file: File | null): string | true {
  if (!file) return 'Image file is required'
  if (file.size === 0) return 'Image file is empty'
  if (file.size > MAX_DISK_GIB * GiB) return `Image file must have at most ${MAX_DISK_GIB} GiB`
  return true
}

function FileField() {
  const { field, fieldState } = useController<Values, 'file'>({ name: 'file', rules: { validate: validFile } })
  const blockSize = useWatch<Values, 'blockSize'>({ name: 'blockSize' })
  const [findings, setFindings] = useState<Findings>()
  const choose = async (file: File | null) => {
    field.onChange(file)
    setFindings(undefined)
    // a file that cannot be looked at will say so when it is sent
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
            The content of a disk, raw: not compressed, and in no virtual disk format.{' '}
            <GuideLink guide="images">About images</GuideLink>
          </>
        }
      >
        <FileInput value={field.value} onChange={(file) => void choose(file)} onBlur={field.onBlur} />
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

/** A component of its own: only it renders again on each key. */
function Calls({ project }: { project: string }) {
  const values = useWatch<Values>() as Values
  return <ShowTheCall calls={uploadCalls(project, imageOf(values), values.file?.size ?? 0)} />
}
