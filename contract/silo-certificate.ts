// The TLS certificates of any silo, for operators. An addition of ours: the published API serves only those of the caller's own silo.
import { Certificate, CertificateCreate } from './certificate.ts'
import { byNameOrId, list, type Operations } from './define.ts'
import { NameOrId } from './values.ts'

const at = { silo: NameOrId }

export const siloCertificate = {
  silo_certificate_list: list(Certificate, byNameOrId, { path: at }),
  silo_certificate_create: { path: at, body: CertificateCreate, status: 201, answer: Certificate },
  silo_certificate_delete: { path: { ...at, certificate: NameOrId }, status: 204 },
} satisfies Operations<'silo_certificate'>
