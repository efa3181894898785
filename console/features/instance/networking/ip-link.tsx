// An external IP as a link, with a copy button.
import { CopyButton } from '../../../ui/display/copy.tsx'

export function IpLink({ ip }: { ip: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <a
        href={`https://${ip.includes(':') ? `[${ip}]` : ip}`}
        target="_blank"
        rel="noreferrer"
        className="font-mono text-xs text-accent underline decoration-accent-line underline-offset-3 hover:decoration-current"
      >
        {ip}
      </a>
      <CopyButton text={ip} label={`Copy ${ip}`} />
    </span>
  )
}
