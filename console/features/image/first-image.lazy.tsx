// Two ways to the first image: upload one, or the starter image, which comes with the host or with the console.
import { useState } from 'react'
import { usePlatform } from '../../platform.ts'
import { fileUpload } from '../../upload/file-upload.ts'
import { downloadStarterImage, hostStarterImage } from '../../upload/host-starter-image.ts'
import { starterImage, starterImageFile } from '../../upload/starter-image.ts'
import { startUpload, uploadKey, whenDone } from '../../upload/start-upload.ts'
import { allTasks, removeTask } from '../../tasks.ts'
import { useStore } from '../../util/use-store.ts'
import { Button } from '../../ui/input/button.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { ImageUploadForm } from './image-upload-form.tsx'

interface FirstImageProps {
  /** where it is uploaded to; without one the buttons say what is missing */
  project: string | null
  /** the step that the user is at */
  isNext?: boolean
  /** once the image exists, with its name */
  onImage?: (name: string) => unknown
  onClose: () => void
}

export function FirstImage({ project, isNext = true, onImage = () => undefined }: FirstImageProps) {
  const [isUploading, setUploading] = useState(false)
  const tasks = useStore(allTasks)
  const key = uploadKey(project ?? '', starterImage.name)
  const task = tasks.find((one) => one.key === key)
  const whyNot = project ? undefined : 'Create a project first'
  const hasOwn = usePlatform()?.hasStarterImage ?? false
  const [isDownloading, setDownloading] = useState(false)
  async function getStarter(): Promise<File | undefined> {
    setDownloading(true)
    try {
      return await downloadStarterImage()
    } catch (error) {
      toast({ tone: 'error', content: error instanceof Error ? error.message : '' })
      return undefined
    } finally {
      setDownloading(false)
    }
  }
  async function addStarter(): Promise<void> {
    if (!project) return
    // one that failed
    if (task) removeTask(task.id)
    const file = hasOwn ? await getStarter() : starterImageFile()
    if (!file) return
    const image = hasOwn ? hostStarterImage : starterImage
    const { upload } = startUpload({ project, image, source: await fileUpload(file) })
    if (await whenDone(upload)) onImage(image.name)
  }
  return (
    <>
      <Button
        variant={isNext ? 'primary' : 'secondary'}
        pending={isDownloading || task?.state.phase === 'running'}
        disabledReason={whyNot}
        onClick={() => void addStarter()}
      >
        Use starter image
      </Button>
      <Button disabledReason={whyNot} onClick={() => setUploading(true)}>
        Upload image
      </Button>
      {task?.state.problem && <p className="w-full text-danger">{task.state.problem}</p>}
      {isUploading && project && (
        <ImageUploadForm project={project} onImage={onImage} onClose={() => setUploading(false)} />
      )}
    </>
  )
}
