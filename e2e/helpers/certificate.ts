// Filling in the certificate form.
import type { Page } from '@playwright/test'
import { expect } from './harness.ts'

export const textFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

/** The certificate must be valid for front.example. */
export async function fillCertificate(
  page: Page,
  name: string,
  { cert, key }: { cert: string; key: string },
): Promise<void> {
  const dialog = page.getByRole('dialog').last()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Certificate', { exact: true }).setInputFiles(textFile('tls.crt', cert))
  await expect(dialog.getByRole('region', { name: 'Certificate contents' })).toContainText('front.example')
  await dialog.getByLabel('Private key').setInputFiles(textFile('tls.key', key))
}
