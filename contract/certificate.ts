// TLS certificates of a silo. Keys are never returned.
import { z } from 'zod'
import { byNameOrId, list, type Operations } from './define.ts'
import { NameOrId, identity, naming } from './values.ts'

export const ServiceUsingCertificate = z.enum(['external_api'])
export const Certificate = z.object({ ...identity, cert: z.string(), service: ServiceUsingCertificate })
export const CertificateCreate = z.object({
  ...naming,
  cert: z.string(),
  key: z.string(),
  service: ServiceUsingCertificate,
})

const at = { path: { certificate: NameOrId } }

export const certificate = {
  certificate_list: list(Certificate, byNameOrId),
  certificate_create: { body: CertificateCreate, status: 201, answer: Certificate },
  certificate_view: { ...at, status: 200, answer: Certificate },
  certificate_delete: { ...at, status: 204 },
} satisfies Operations<'certificate'>
