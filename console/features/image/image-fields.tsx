// An image's operating system and version.
import { MAX_OS_LENGTH } from '#contract/limits.ts'
import { TextField } from '../../form/fields.tsx'

const rules = (label: string) => ({
  maxLength: { value: MAX_OS_LENGTH, message: `${label} must be ${MAX_OS_LENGTH} characters or fewer` },
})

export function SystemFields({ disabled }: { disabled?: boolean }) {
  return (
    <>
      <TextField name="os" label="OS" required disabled={disabled} rules={rules('OS')} />
      <TextField name="version" label="Version" required disabled={disabled} rules={rules('Version')} />
    </>
  )
}
