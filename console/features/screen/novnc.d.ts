// The part of noVNC that we use. The package has no types of its own.
declare module '@novnc/novnc' {
  export default class RFB extends EventTarget {
    constructor(target: HTMLElement, channel: WebSocket, options?: { shared?: boolean })
    scaleViewport: boolean
    background: string
    disconnect(): void
    focus(options?: FocusOptions): void
    sendCtrlAltDel(): void
    /** With a null code, the key is sent by its symbol. Pressed and released, unless `down` is given. */
    sendKey(keysym: number, code: string | null, down?: boolean): void
    toBlob(callback: (blob: Blob | null) => void, type?: string): void
  }
}
