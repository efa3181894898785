// Rows of tables and what their menus offer, for all tests that use them.
import type { Page } from '@playwright/test'
import { call } from './api.ts'

/** By its first cell; another row may have the name in a later one. */
export const row = (page: Page, name: string) =>
  page.getByRole('row', { name: new RegExp(`^(Select ${name} )?${name}( |$)`) })

export async function openMenu(page: Page, name: string): Promise<void> {
  await row(page, name).getByRole('button', { name: 'Row actions' }).click()
}

export async function choose(page: Page, name: string, item: string): Promise<void> {
  await openMenu(page, name)
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** One of a list, by what it is labelled with. */
export async function select(page: Page, label: string, option: RegExp | string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

/** An empty project. */
export async function makeProject(page: Page, name: string): Promise<void> {
  await call(page.context(), 'POST', '/v1/projects', { name, description: '' })
}

/** No part of the page is wider than the window. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
