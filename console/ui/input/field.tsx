// A label, help and error around one control. The control finds its ids here, so they cannot be wired wrongly by hand.
import { createContext, useContext, useId, type ReactNode } from 'react'

export interface FieldIds {
  id?: string
  'aria-labelledby'?: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  'aria-required'?: true
}

const FieldContext = createContext<FieldIds>({})

/** The attributes that the Field around a control wants on it. */
export const useField = (): FieldIds => useContext(FieldContext)

export interface FieldProps {
  label: ReactNode
  /** without it the label says (Optional) */
  required?: boolean
  help?: ReactNode
  error?: ReactNode
  /** the control is a group (radios, checkboxes): named by the label, not clicked through it */
  group?: boolean
  /** keeps the label for readers only */
  hideLabel?: boolean
  children: ReactNode
}

export function Field({ label, required, help, error, group, hideLabel, children }: FieldProps) {
  const base = useId()
  const described = [help && `${base}-help`, error && `${base}-error`].filter(Boolean).join(' ')
  const ids: FieldIds = {
    ...(group ? {} : { id: base }),
    'aria-labelledby': `${base}-label`,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required && !group ? true : undefined,
  }
  const Label = group ? 'div' : 'label'
  return (
    <div className="min-w-0">
      <div className={hideLabel ? 'sr-only' : 'mb-1 flex items-baseline gap-1.5'}>
        <Label {...(group ? {} : { htmlFor: base })} id={`${base}-label`} className="text-xs font-medium text-body">
          {label}
        </Label>
        {!required && <span className="text-xs text-muted">(Optional)</span>}
      </div>
      {help && (
        <div id={`${base}-help`} className="mb-1.5 text-xs text-muted">
          {help}
        </div>
      )}
      <FieldContext value={ids}>{children}</FieldContext>
      {error && (
        <div id={`${base}-error`} role="alert" className="mt-1 text-xs text-danger wrap-anywhere">
          {error}
        </div>
      )}
    </div>
  )
}
