// The starter image that the host has: unlike ours, one with an operating system.
import { ApiError } from '#contract/errors.ts'
import { urlOf } from '#contract/client.ts'
import { host } from '../host.ts'
import { starterImage } from './starter-image.ts'
import type { ImageParams } from './ports.ts'

export const hostStarterImage: ImageParams = {
  ...starterImage,
  description: 'A small Linux with SSH, and a shell on the serial console.',
  version: '2',
}

/** Throws an ApiError. */
export async function downloadStarterImage(): Promise<File> {
  const response = await host.fetch(urlOf('starter_image_download', {}), {})
  if (!response.ok)
    throw new ApiError('starter_image_download', {
      status: response.status,
      message: 'The starter image cannot be downloaded.',
    })
  return new File([await response.blob()], 'starter.raw')
}
