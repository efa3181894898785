// Rows as CSV, and downloads.

/** Spreadsheets execute cells that begin with these, including full-width forms; a leading apostrophe makes them text. */
const harmless = (text: string) => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text)
const cell = (text: string) => {
  const safe = harmless(text)
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

export const download = (name: string, text: string, type = 'text/csv'): void =>
  downloadBlob(name, new Blob([text], { type }))

export function downloadBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // the browser needs the URL a moment longer than the click
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
