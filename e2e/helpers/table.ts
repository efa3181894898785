// Table rows and their menus, for tests.
import type { Locator, Page } from '@playwright/test'
import { call } from './api.ts'

/** Matches the first cell, because other rows may contain the name in a later one. */
export const row = (page: Page, name: string) =>
  page.getByRole('row', { name: new RegExp(`^(Select ${name} )?${name}( |$)`) })

/** The row of something that every host has. Other tests of the worker make more, so without a filter it can be on another page. */
export async function findRow(page: Page, list: string, name: string): Promise<Locator> {
  await page.getByRole('searchbox', { name: `Filter ${list}` }).fill(name)
  return row(page, name)
}

export async function openMenu(page: Page, name: string): Promise<void> {
  await row(page, name).getByRole('button', { name: 'Row actions' }).click()
}

export async function choose(page: Page, name: string, item: string): Promise<void> {
  await openMenu(page, name)
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Selects an option of a native select or a combobox, by its label. */
export async function select(page: Page, label: string, option: RegExp | string): Promise<void> {
  const field = page.getByRole('combobox', { name: label })
  if (await isNative(field)) return selectNative(field, option)
  await field.click()
  await page.getByRole('option', { name: option }).click()
}

export const isNative = (field: Locator): Promise<boolean> =>
  field.evaluate((element) => element instanceof HTMLSelectElement)

/** The selected option of a native select. */
export const selected = (page: Page, label: string): Locator =>
  page.getByRole('combobox', { name: label }).locator('option:checked')

async function selectNative(field: Locator, option: RegExp | string): Promise<void> {
  const text = await field.locator('option', { hasText: option }).first().textContent()
  await field.selectOption({ label: text ?? '' })
}

/** An empty project. */
export async function makeProject(page: Page, name: string): Promise<void> {
  await call(page.context(), 'POST', '/v1/projects', { name, description: '' })
}

/** No part of the page is wider than the window. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
