// The fields of a TLS certificate: its name, the certificate and its key as files, and the certificate's details.
import { useWatch } from 'react-hook-form'
import { MAX_PEM_LENGTH } from '#contract/pem.ts'
import { DescriptionField, nameError, TextField } from './fields.tsx'
import { FileField, readText } from './file-field.tsx'
import { CertificateDetails, whyNotCertificate } from './certificate-facts.tsx'

export interface CertificateValues {
  name: string
  description: string
  cert: string
  key: string
}

export const emptyCertificate: CertificateValues = { name: '', description: '', cert: '', key: '' }

export const certificateBody = ({ name, description, cert, key }: CertificateValues) => ({
  name,
  description,
  cert,
  key,
  service: 'external_api' as const,
})

const whyNotKey = (pem: string) =>
  pem.includes('PRIVATE KEY-----') ? undefined : 'Not a PEM private key. Choose the key file of the certificate.'

/** `host` is the address that browsers will use for the silo, where it has one. */
export function CertificateFields({ taken = [], host }: { taken?: readonly string[]; host: string | undefined }) {
  const cert = useWatch<CertificateValues, 'cert'>({ name: 'cert' })
  const validate = (name: string) =>
    nameError(name) ?? (taken.includes(name) ? `A certificate named ${name} already exists` : true)
  return (
    <>
      <TextField name="name" label="Name" required rules={{ validate }} />
      <DescriptionField />
      <FileField
        name="cert"
        label="Certificate"
        required
        help={`PEM, the certificate first, then its chain.${host ? ` Must be valid for ${host}.` : ''}`}
        accept=".pem,.crt,.cer"
        maxBytes={MAX_PEM_LENGTH}
        read={readText}
        check={whyNotCertificate}
      />
      <CertificateDetails pem={cert} />
      <FileField
        name="key"
        label="Private key"
        required
        help="PEM. It cannot be read back after it is stored."
        accept=".pem,.key"
        maxBytes={MAX_PEM_LENGTH}
        read={readText}
        check={whyNotKey}
      />
    </>
  )
}
