// Joins class names. It does not resolve conflicts: parts take no class that fights their own.
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
