// An image of the silo, over the list.
import { useNavigate, useParams } from 'react-router'
import { useData } from '../../use-api.ts'
import { ImageFacts } from './image-facts.tsx'
import { paths } from '../../paths.ts'
import { siloImageView } from './image-queries.ts'

export default function SiloImageViewPage() {
  const navigate = useNavigate()
  const { image = '' } = useParams()
  return (
    <ImageFacts
      image={useData(siloImageView(image))}
      title="Silo image"
      sharedWith="Silo"
      onClose={() => void navigate(paths.siloImages())}
    />
  )
}
