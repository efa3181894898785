// The container's health check. It asks the server of its own container, so it trusts any certificate.
import http from 'node:http'
import https from 'node:https'

const { RACKWRIGHT_PORT, RACKWRIGHT_TLS_CERT } = process.env
const { get } = RACKWRIGHT_TLS_CERT ? https : http
const options = { host: '127.0.0.1', port: RACKWRIGHT_PORT || 4600, path: '/healthz', rejectUnauthorized: false }
get(options, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))
