// Architectures: chosen for a disk and an image, shown on the page of an instance, and named by the form for a new one.
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { choose, makeProject, overflow, row } from '../helpers/table.ts'

test('of a disk and an image are chosen, and follow to instances', { tag: '@core' }, async ({ page, unique }) => {
  const project = unique('boards')
  await makeProject(page, project)
  const send = (method: string, path: string, body: unknown) => call(page.context(), method, path, body)
  const disk = { name: 'blank', description: '', size: 2 ** 30, disk_source: { type: 'blank', block_size: 512 } }
  await send('POST', `/v1/disks?project=${project}`, disk)
  const taken = { name: 'copy', description: '', disk: 'blank' }
  const { id } = (await send('POST', `/v1/snapshots?project=${project}`, taken)) as { id: string }
  const image = { name: 'board', description: '', os: 'board', version: '1', source: { type: 'snapshot', id } }
  await send('POST', `/v1/images?project=${project}`, image)

  await page.goto(`/projects/${project}/disks`)
  await choose(page, 'blank', 'Change architecture')
  const form = page.getByRole('dialog', { name: 'Architecture of blank' })
  await expect(form).toContainText('could not be found from its boot files')
  await expectAccessible(page)
  await form.getByRole('radio', { name: 'aarch64' }).check()
  await form.getByRole('button', { name: 'Save architecture' }).click()
  await expect(page.getByText('Architecture of blank saved')).toBeVisible()

  const attached = { name: 'pi', description: '', hostname: 'pi', ncpus: 1, memory: 2 ** 30, start: false }
  const boot_disk = { type: 'attach', name: 'blank' }
  await send('POST', `/v1/instances?project=${project}`, { ...attached, boot_disk })
  await page.goto(`/projects/${project}/instances/pi`)
  await expect(page.getByRole('definition').filter({ hasText: /^aarch64$/ })).toBeVisible()

  await page.goto(`/projects/${project}/images`)
  await row(page, 'board').getByRole('link', { name: 'board', exact: true }).click()
  const facts = page.getByRole('dialog', { name: 'Project image' })
  await expect(facts.getByRole('definition').filter({ hasText: 'Not known' })).toBeVisible()
  await facts.getByRole('button', { name: 'Change architecture' }).press('Enter')
  const other = page.getByRole('dialog', { name: 'Architecture of board' })
  await other.getByRole('radio', { name: 'x86-64' }).press('Space')
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await expectAccessible(page)
  await other.getByRole('button', { name: 'Save architecture' }).press('Enter')
  await expect(facts.getByRole('definition').filter({ hasText: 'x86-64' })).toBeVisible()
})

test(
  'the form for a new instance says which images run on no sled here',
  { tag: '@server' },
  async ({ page, unique }) => {
    const project = unique('nowhere')
    await makeProject(page, project)
    const send = (method: string, path: string, body: unknown) => call(page.context(), method, path, body)
    const disk = { name: 'blank', description: '', size: 2 ** 30, disk_source: { type: 'blank', block_size: 512 } }
    await send('POST', `/v1/disks?project=${project}`, disk)
    const taken = { name: 'copy', description: '', disk: 'blank' }
    const { id } = (await send('POST', `/v1/snapshots?project=${project}`, taken)) as { id: string }
    const source = { type: 'snapshot', id }
    for (const [name, architecture] of [
      ['board', 'aarch64'],
      ['tower', 'x86_64'],
    ]) {
      await send('POST', `/v1/images?project=${project}`, { name, description: '', os: name, version: '1', source })
      await send('PUT', `/rackwright/architectures/image/${name}?project=${project}`, { architecture })
    }
    // simulated sleds run both
    await page.route('**/rackwright/platform', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), architectures: ['x86_64'] } })
    })
    await page.goto(`/projects/${project}/instances-new`)
    await page.getByRole('tab', { name: 'Project images' }).click()
    await expect(page.getByText('board 1, aarch64, which runs on no sled here')).toBeVisible()
    await expect(page.getByText('tower 1, x86-64', { exact: true })).toBeVisible()
    await expectAccessible(page)
  },
)
