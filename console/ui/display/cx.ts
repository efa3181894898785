// Joins class names. It does not resolve conflicts; components must not accept classes that conflict with their own.
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
