// A file field that reads the chosen file right away, so that its content can be shown before it is sent.
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { Field } from '../ui/input/field.tsx'
import { FileInput } from '../ui/input/file-input.tsx'
import { bytesText } from '../util/format.ts'
import type { Common } from './form-control.ts'

interface FileFieldProps extends Omit<Common, 'rules' | 'disabled'> {
  accept?: string
  maxBytes: number
  /** returns the form's value */
  read: (file: File) => Promise<string>
  /** the first problem with the content */
  check?: (content: string) => string | undefined
}

/** The form's value is the content, empty without a file. */
export function FileField({ name, label, required, help, accept, maxBytes, read, check }: FileFieldProps) {
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string>()
  const validate = (content: string) => {
    if (problem) return problem
    if (content === '') return required ? `${label} is required` : true
    return check?.(content) ?? true
  }
  const { field, fieldState } = useController({ name, rules: { validate } })
  const choose = async (chosen: File | null) => {
    setFile(chosen)
    setProblem(undefined)
    if (!chosen) return field.onChange('')
    if (chosen.size > maxBytes) {
      setProblem(`${label} must be at most ${bytesText(maxBytes)}`)
      return field.onChange('')
    }
    try {
      field.onChange(await read(chosen))
    } catch {
      setProblem('The file cannot be read')
      field.onChange('')
    }
  }
  const content = (field.value ?? '') as string
  const wrong = problem ?? (content === '' ? undefined : check?.(content))
  return (
    <Field label={label} required={required} help={help} error={wrong ?? fieldState.error?.message}>
      <FileInput {...field} value={file} onChange={(chosen) => void choose(chosen)} {...(accept && { accept })} />
    </Field>
  )
}

export const readText = (file: File): Promise<string> => file.text()

export async function readBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
