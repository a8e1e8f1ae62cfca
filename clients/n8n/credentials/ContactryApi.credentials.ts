import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  Icon,
  INodeProperties,
} from 'n8n-workflow';

export class ContactryApi implements ICredentialType {
  name = 'contactryApi';

  displayName = 'Contactry API';

  icon: Icon = { light: 'file:../icons/contactry.svg', dark: 'file:../icons/contactry.dark.svg' };

  documentationUrl = 'https://contacts.example.com/docs/n8n';

  properties: INodeProperties[] = [
    {
      displayName: 'Service URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://contacts.example.com',
      description: 'Where Contactry runs, without a path',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description:
        'A live key, or a test key, which answers with fictional people. The trigger needs a live key.',
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  };

  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{$credentials.baseUrl.replace(new RegExp("/+$"), "")}}',
      url: '/api/v1/key/info',
    },
  };
}
