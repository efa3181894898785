// The theme: stores and applies the user's choice, or follows the system. theme-boot.js sets it for the first paint.
import { makeStore } from '../util/store.ts'
import { useStore } from '../util/use-store.ts'

export type ThemeChoice = 'system' | 'light' | 'dark'
export type Theme = 'light' | 'dark'

const key = 'rackwright-theme'
const systemDark = () => matchMedia('(prefers-color-scheme: dark)')

function storedChoice(): ThemeChoice {
  try {
    const kept = localStorage.getItem(key)
    return kept === 'light' || kept === 'dark' ? kept : 'system'
  } catch {
    return 'system'
  }
}

/** As theme-boot.js has set it, until a choice is made. */
export const currentTheme = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')

const shown = makeStore({ choice: storedChoice(), theme: currentTheme() }, () => {
  const media = systemDark()
  media.addEventListener('change', showStored)
  // another tab's choice arrives as a storage event
  addEventListener('storage', showStored)
  return () => {
    media.removeEventListener('change', showStored)
    removeEventListener('storage', showStored)
  }
})

const showStored = () => show(storedChoice())

/** The color of the top bar, for the browser's own frame on phones. theme-boot.js has the same. */
const FRAME_COLORS: Record<Theme, string> = { light: '#f9f9fb', dark: '#18191b' }

function show(choice: ThemeChoice): void {
  const isDark = choice === 'dark' || (choice === 'system' && systemDark().matches)
  const theme = isDark ? 'dark' : 'light'
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', FRAME_COLORS[theme])
  shown.set({ choice, theme })
}

export function applyTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, choice)
  } catch {
    // without storage the choice lasts as long as the page
  }
  show(choice)
}

export const useThemeChoice = (): ThemeChoice => useStore(shown, ({ choice }) => choice)
export const useTheme = (): Theme => useStore(shown, ({ theme }) => theme)
