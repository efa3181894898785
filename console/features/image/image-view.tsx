// An image of the project, over the list.
import { useNavigate, useParams } from 'react-router'
import { useData } from '../../use-api.ts'
import { ImageFacts } from './image-facts.tsx'
import { paths } from '../../paths.ts'
import { imageView } from './image-queries.ts'

export default function ImageViewPage() {
  const navigate = useNavigate()
  const { project = '', image = '' } = useParams()
  return (
    <ImageFacts
      image={useData(imageView(project, image))}
      title="Project image"
      sharedWith={`Project ${project}`}
      onClose={() => void navigate(paths.images({ project }))}
    />
  )
}
