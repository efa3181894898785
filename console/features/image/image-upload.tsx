// Uploading an image, over the list of the project's.
import { useNavigate, useParams } from 'react-router'
import { ImageUploadForm } from './image-upload-form.tsx'
import { paths } from '../../paths.ts'

export default function ImageUploadPage() {
  const navigate = useNavigate()
  const { project = '' } = useParams()
  return <ImageUploadForm project={project} onClose={() => void navigate(paths.images({ project }))} />
}
