// The theme: stores and applies the user's choice, or follows the system. theme-boot.js sets it for the first paint.
import { useSyncExternalStore } from 'react'

export type ThemeChoice = 'system' | 'light' | 'dark'
export type Theme = 'light' | 'dark'

const key = 'rackwright-theme'
const listeners = new Set<() => void>()
const systemDark = () => matchMedia('(prefers-color-scheme: dark)')

export function themeChoice(): ThemeChoice {
  try {
    const kept = localStorage.getItem(key)
    return kept === 'light' || kept === 'dark' ? kept : 'system'
  } catch {
    return 'system'
  }
}

export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
}

/** The color of the top bar, for the browser's own frame on phones. theme-boot.js has the same. */
const FRAME_COLORS: Record<Theme, string> = { light: '#f9f9fb', dark: '#18191b' }

function show(choice: ThemeChoice = themeChoice()): void {
  const dark = choice === 'dark' || (choice === 'system' && systemDark().matches)
  const theme = dark ? 'dark' : 'light'
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', FRAME_COLORS[theme])
  for (const listener of listeners) listener()
}

const showStored = () => show()

export function applyTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, choice)
  } catch {
    // without storage the choice lasts as long as the page
  }
  show(choice)
}

function subscribe(listener: () => void): () => void {
  const media = systemDark()
  listeners.add(listener)
  media.addEventListener('change', showStored)
  // another tab's choice arrives as a storage event
  addEventListener('storage', showStored)
  return () => {
    listeners.delete(listener)
    media.removeEventListener('change', showStored)
    removeEventListener('storage', showStored)
  }
}

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, themeChoice)
export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme)
