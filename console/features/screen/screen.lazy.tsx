// The screen itself. noVNC speaks RFB over a WebSocket; it and its decoders load with this file.
import RFB from '@novnc/novnc'
import { useEffect, useRef } from 'react'
import { queryString, urlOf } from '#contract/client.ts'
import { keyPresses } from './typing.ts'

/** QEMU drops keys that come faster than the guest's keyboard can tell. */
const KEY_INTERVAL_MS = 20

export interface ScreenHandle {
  sendCtrlAltDel(): void
  /** Resolves when all of it is typed, or the connection is gone. */
  type(text: string): Promise<void>
  picture(): Promise<Blob | null>
  focus(): void
  /** Scales the screen to the window, or shows it as it is, with scroll bars. */
  fit(isFitted: boolean): void
}

export interface ScreenProps {
  project: string
  instance: string
  /** undefined while there is no connection */
  onReady: (handle: ScreenHandle | undefined) => void
  /** the connection has ended; the reason is empty if it was lost */
  onEnd: (reason: string) => void
}

export function Screen({ project, instance, onReady, onEnd }: ScreenProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const target = place.current
    if (!target) return
    const socket = new WebSocket(urlTo(project, instance))
    // the connection itself does not say why it ended
    const onClose = ({ reason }: CloseEvent) => {
      onReady(undefined)
      onEnd(reason)
    }
    socket.addEventListener('close', onClose)
    const rfb = new RFB(target, socket)
    rfb.background = 'transparent'
    rfb.addEventListener('connect', () => {
      onReady(handleOf(rfb, socket))
      rfb.focus({ preventScroll: true })
    })
    return () => {
      socket.removeEventListener('close', onClose)
      onReady(undefined)
      rfb.disconnect()
    }
  }, [project, instance, onReady, onEnd])
  return <div ref={place} className="h-full w-full" data-part="screen" />
}

function urlTo(project: string, instance: string): string {
  const protocol = location.protocol === 'https:' ? 'wss' : 'ws'
  return `${protocol}://${location.host}${urlOf('instance_screen', { instance })}${queryString({ project })}`
}

const handleOf = (rfb: RFB, socket: WebSocket): ScreenHandle => ({
  sendCtrlAltDel: () => rfb.sendCtrlAltDel(),
  async type(text) {
    for (const { keysym, down } of keyPresses(text)) {
      if (socket.readyState !== WebSocket.OPEN) return
      rfb.sendKey(keysym, null, down)
      await new Promise((resolve) => setTimeout(resolve, KEY_INTERVAL_MS))
    }
  },
  picture: () => new Promise((resolve) => rfb.toBlob(resolve, 'image/png')),
  focus: () => rfb.focus(),
  fit: (isFitted) => void (rfb.scaleViewport = isFitted),
})
