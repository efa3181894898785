// Eight boxes for a device's code. Typing moves to the next box; Backspace in an empty box clears the previous one.
import { Fragment, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { controlClass } from '../../ui/input/text-input.tsx'
import { cx } from '../../ui/display/cx.ts'
import { CODE_LENGTH, HALF, lettersOf, paste, put, type Boxes } from './code.ts'

interface CodeBoxesProps {
  boxes: Boxes
  onChange: (boxes: Boxes) => void
  /** the id of the text that says why the code was refused */
  problem: string | undefined
}

export function CodeBoxes({ boxes, onChange, problem }: CodeBoxesProps) {
  const inputs = useRef<(HTMLInputElement | null)[]>([])
  const goTo = (at: number) => inputs.current[Math.min(CODE_LENGTH - 1, Math.max(0, at))]?.focus()

  const type = (at: number, text: string) => {
    // some on-screen keyboards send no key events; the value then has the old letter and the new one
    const letter = lettersOf(text).at(-1)
    if (!letter && text !== '') return
    onChange(put(boxes, at, letter ?? ''))
    if (letter) goTo(at + 1)
  }
  const press = (at: number, event: KeyboardEvent) => {
    if (event.key === 'Backspace') {
      // regardless of the caret, which is before the letter in a box filled by pasting
      event.preventDefault()
      const full = boxes[at] === '' ? Math.max(0, at - 1) : at
      onChange(put(boxes, full, ''))
      goTo(full)
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      event.preventDefault()
      goTo(at + (event.key === 'ArrowLeft' ? -1 : 1))
    }
  }
  const pasteInto = (event: ClipboardEvent) => {
    event.preventDefault()
    const filled = paste(boxes, event.clipboardData.getData('text'))
    onChange(filled)
    const missing = filled.indexOf('')
    goTo(missing < 0 ? CODE_LENGTH - 1 : missing)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset brings a legend and a frame that a row of boxes has no use for
    <div role="group" aria-label="Code" className="flex items-center justify-center gap-1 sm:gap-2">
      {boxes.map((letter, at) => (
        // the boxes never move, so their index identifies them
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={at}>
          {at === HALF && (
            <span aria-hidden className="w-2 text-center text-muted sm:w-3">
              –
            </span>
          )}
          <input
            ref={(input) => {
              inputs.current[at] = input
            }}
            aria-label={`Letter ${at + 1} of ${CODE_LENGTH}`}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem}
            value={letter}
            inputMode="text"
            autoCapitalize="characters"
            autoComplete={at === 0 ? 'one-time-code' : 'off'}
            spellCheck={false}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this one form
            autoFocus={at === 0}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={({ currentTarget }) => type(at, currentTarget.value)}
            onKeyDown={(event) => press(at, event)}
            onPaste={pasteInto}
            className={cx(controlClass, 'h-11 w-8 min-w-0 text-center font-mono text-lg! uppercase sm:w-10')}
          />
        </Fragment>
      ))}
    </div>
  )
}
