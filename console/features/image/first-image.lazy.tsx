// The first image, for forms that offer it on demand. The checklist imports first-image.tsx itself.
export { FirstImage } from './first-image.tsx'
