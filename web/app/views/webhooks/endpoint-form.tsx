import FormAsCode from '#web/app/parts/code/form-as-code.tsx';
import { Cancel } from '#web/shared/forms/cancel.tsx';
import { Check } from '#web/shared/forms/check.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { createEndpoint } from '#web/shared/forms/fields.generated.ts';
import { Form } from '#web/shared/forms/form.tsx';
import { createCall } from './create-call.ts';
import { eventGroups, eventNames, eventTypes, type WebhookEndpoint } from './webhook-endpoint.ts';

export type EndpointFields = Pick<WebhookEndpoint, 'url' | 'name' | 'events'>;

interface EndpointFormProps {
  of?: EndpointFields;
  submit: string;
  onSubmit: (fields: EndpointFields) => Promise<void>;
  onCancel: () => void;
}

export const EndpointForm = ({ of, submit, onSubmit, onCancel }: EndpointFormProps) => (
  <Form
    submit={submit}
    onSubmit={({ url = '', name = '', ...ticked }) =>
      onSubmit({ url, name, events: eventTypes.filter((type) => ticked[type]) })
    }
    actions={<Cancel onClick={onCancel} />}
  >
    <Field
      {...createEndpoint.url}
      label="Address"
      type="url"
      hint="Begins with https:// and is on the public Internet, without a port."
      placeholder="https://hooks.example.com/contactry"
      value={of?.url}
    />
    <Field {...createEndpoint.name} label="Name" value={of?.name} isRequired={false} />
    <fieldset class="events">
      <legend>Events</legend>
      <p class="hint">Tick none to get every event, including new types.</p>
      {eventGroups.map(([title, types]) => (
        <div key={title} class="events">
          <h3>{title}</h3>
          {types.map((type) => (
            <Check
              key={type}
              name={type}
              label={
                <>
                  {eventNames[type]} <code>{type}</code>
                </>
              }
              value={of?.events.includes(type)}
            />
          ))}
        </div>
      ))}
    </fieldset>
    {!of && <FormAsCode callOf={createCall} />}
  </Form>
);
