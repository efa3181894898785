// What an image says about the system in it.
import { TextField } from '../../form/fields.tsx'

const LONGEST = 64
const rules = (label: string) => ({
  maxLength: { value: LONGEST, message: `${label} must be ${LONGEST} characters or fewer` },
})

export function SystemFields({ disabled }: { disabled?: boolean }) {
  return (
    <>
      <TextField name="os" label="OS" required disabled={disabled} rules={rules('OS')} />
      <TextField name="version" label="Version" required disabled={disabled} rules={rules('Version')} />
    </>
  )
}
