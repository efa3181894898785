// Images count toward the storage quota. The forms say how much they use, and refuse what does not fit before anything is sent.
import { writeFileSync } from 'node:fs'
import { expectAccessible } from '../helpers/axe.ts'
import { call } from '../helpers/api.ts'
import { expect, test } from '../helpers/harness.ts'
import { makeProject } from '../helpers/table.ts'

const GIB = 2 ** 30

test(
  'an image that does not fit into the quota is refused by the forms',
  { tag: ['@server', '@core'] },
  async ({ page, context, unique, watch }) => {
    // whether the name is free
    watch.expectStatus(404)
    const project = unique('full')
    await makeProject(page, project)
    const disk = { name: 'origin', description: '', size: GIB, disk_source: { type: 'blank', block_size: 512 } }
    await call(context, 'POST', `/v1/disks?project=${project}`, disk)
    await call(context, 'POST', `/v1/snapshots?project=${project}`, { name: 'origin', description: '', disk: 'origin' })
    const quota = (storage: number) => call(context, 'PUT', '/v1/system/silos/recovery/quotas', { storage })
    const { provisioned, capacity } = (await call(context, 'GET', '/v1/utilization')) as {
      provisioned: { storage: number }
      capacity: { storage: number }
    }
    const path = test.info().outputPath('disk.raw')
    writeFileSync(path, Buffer.alloc(2 ** 20, 'x'))
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET' && request.url().includes('image')) sent.push(request.url())
    })
    try {
      await quota(provisioned.storage + GIB)
      await page.goto(`/projects/${project}/images-new`)
      await page.getByLabel('Image file').setInputFiles(path)
      await expect(page.getByText('Uses 1 GiB of 1 GiB available.')).toBeVisible()
      await page.getByRole('textbox', { name: 'OS' }).fill('Debian')
      await page.getByRole('textbox', { name: 'Version' }).fill('13')
      await page.getByRole('textbox', { name: 'Name' }).fill('large')

      await quota(provisioned.storage)
      await page.getByRole('button', { name: 'Upload image' }).click()
      const refusal =
        /The image needs 1 GiB of storage, and nothing is left in the quota of the silo\. Delete disks, snapshots or images/
      await expect(page.getByText(refusal)).toBeVisible()
      await expectAccessible(page)
      expect(sent).toEqual([])

      await page.goto(`/projects/${project}/snapshots/origin/images-new`)
      const form = page.getByRole('dialog', { name: 'Create image from snapshot' })
      await expect(form.getByText(refusal)).toBeVisible()
      await expect(form.getByRole('button', { name: 'Create image' })).toHaveAttribute('aria-disabled', 'true')

      // once there is room
      await quota(provisioned.storage + GIB)
      await expect(form.getByText('Uses 1 GiB of 1 GiB available.')).toBeVisible()
      await form.getByRole('textbox', { name: 'OS' }).fill('Debian')
      await form.getByRole('textbox', { name: 'Version' }).fill('13')
      await form.getByRole('button', { name: 'Create image' }).click()
      await expect(page.getByText('Image origin created')).toBeVisible()
    } finally {
      await quota(capacity.storage)
    }
  },
)
