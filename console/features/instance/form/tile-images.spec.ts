import { expect, test } from 'vitest'
import { tileImages } from './tile-images.ts'
import type { Image } from './values.ts'

const image = (name: string, os: string, day: number) =>
  ({ id: name, name, os, timeCreated: new Date(2026, 0, day) }) as Image
const names = (images: readonly Image[]) => tileImages(images).map(({ name }) => name)

test('a few images all get a tile', () => {
  expect(names([image('debian-11', 'Debian', 1), image('debian-12', 'Debian', 2)])).toEqual(['debian-11', 'debian-12'])
})

test('of many images, the newest of each operating system gets one', () => {
  const many = [1, 9, 3, 4].map((day) => image(`debian-${day}`, 'Debian', day))
  const others = [5, 6, 7].map((day) => image(`ubuntu-${day}`, 'Ubuntu', day))
  expect(names([...many, ...others])).toEqual(['debian-9', 'ubuntu-7'])
  const systems = Array.from({ length: 9 }, (_, at) => image(`image-${at}`, `system ${at}`, 1))
  expect(names(systems)).toHaveLength(6)
})
