// The person's choice of theme: kept, applied, and followed when it is the system's. The first paint is theme-boot.js's.
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

function show(): void {
  const choice = themeChoice()
  const dark = choice === 'dark' || (choice === 'system' && systemDark().matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  for (const listener of listeners) listener()
}

export function applyTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, choice)
  } catch {
    // a refused storage must not break the switch: the choice then lasts as long as the page
    document.documentElement.dataset.theme = choice === 'system' ? (systemDark().matches ? 'dark' : 'light') : choice
    for (const listener of listeners) listener()
    return
  }
  show()
}

function subscribe(listener: () => void): () => void {
  const media = systemDark()
  listeners.add(listener)
  media.addEventListener('change', show)
  // another tab's choice arrives as a storage event
  addEventListener('storage', show)
  return () => {
    listeners.delete(listener)
    media.removeEventListener('change', show)
    removeEventListener('storage', show)
  }
}

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, themeChoice)
export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme)
