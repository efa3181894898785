// Shows the document of this very server; a file of its own because the content security policy allows no inline script.
globalThis.SwaggerUIBundle({
  dom_id: '#api',
  url: '/openapi.json',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: 0,
})
